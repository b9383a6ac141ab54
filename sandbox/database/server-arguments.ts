/** @returns the arguments of a server on 127.0.0.1 only, for a data directory */
export function serverArguments(
  directory: string,
  options: { readonly port: number; readonly settings?: Readonly<Record<string, string>> },
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(options.port),
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '64MB',
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...options.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', directory, ...flags];
}
