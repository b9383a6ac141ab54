/** @returns bytes as PostgreSQL reads them in JSON */
export function bytesInJson(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}
