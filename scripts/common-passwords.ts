import { writeFileSync } from 'node:fs';
import { COMMON_PASSWORDS_FILE } from '../apps/api/src/adapters/common-passwords/common-passwords.ts';
import { readList } from './common-passwords/read-list.ts';
import { writeFilter } from './common-passwords/write-filter.ts';

// Writes the filter of common passwords, which the server reads, from the list of a package: `npm run common-passwords`.
writeFileSync(COMMON_PASSWORDS_FILE, writeFilter(readList()));
