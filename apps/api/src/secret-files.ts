import { readFileSync } from 'node:fs';
import { ConfigNotValid } from './config-not-valid.ts';

/** Variables that may contain a password or a key: each may be in a file instead, which `<name>_FILE` names. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'POLYGON_RPC_URLS',
  'AVALANCHE_RPC_URLS',
  'PRICE_API_KEY',
  'RANGO_API_KEY',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'TRANSAK_API_KEY',
  'TRANSAK_API_SECRET',
] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** @returns the variable that names the file of a secret, such as `SMTP_URL_FILE` */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/**
 * @returns the variables with the content of their files, without the white space around it. Throws
 * `ConfigNotValid`, without any content, when one is in both places or cannot be read.
 */
export function withSecretFiles(variables: Variables): Variables {
  const contents = SECRET_VARIABLES.flatMap((name) => {
    const file = variables[fileVariable(name)];
    if (file === undefined) return [];
    if (variables[name] !== undefined) {
      throw new ConfigNotValid(`Set ${name} or ${fileVariable(name)}, not both.`);
    }
    return [[name, readSecretFile(name, file)] as const];
  });
  return { ...variables, ...Object.fromEntries(contents) };
}

function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new ConfigNotValid(`${fileVariable(name)}: ${file} cannot be read.`, { cause });
  }
}
