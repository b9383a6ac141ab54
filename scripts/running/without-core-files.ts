/** `ulimit` counts in blocks and cannot say 1 byte, at which Linux also gives no memory to a crash handler. */
const SCRIPT = 'prlimit --pid $$ --core=1:1 2>/dev/null || ulimit -c 0; exec "$0" "$@"';

/** @returns the command, under the same pid in a shell that lowers the limit of core files first, except on Windows */
export function withoutCoreFiles(
  file: string,
  args: readonly string[],
): { readonly file: string; readonly args: readonly string[] } {
  if (process.platform === 'win32') return { file, args };
  return { file: '/bin/sh', args: ['-c', SCRIPT, file, ...args] };
}
