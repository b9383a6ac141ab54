import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate authority that a test made, in files of a folder that the test removes. */
export interface TestAuthority {
  /** Its own certificate. */
  readonly file: string;
  /** @returns a certificate for this name, and its private key, in PEM */
  issue(name: string): { readonly cert: string; readonly key: string };
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** @returns a new authority; files of the same folder need another `name` each */
export function createTestAuthority(folder: string, name: string): TestAuthority {
  const file = join(folder, `${name}.pem`);
  const keyFile = join(folder, `${name}.key`);
  makeCertificate({ file, keyFile, subject: name, more: ['basicConstraints=critical,CA:TRUE'] });
  let count = 0;
  return {
    file,
    issue(subject) {
      count += 1;
      const issued = {
        file: join(folder, `${name}-${count}.pem`),
        keyFile: join(folder, `${name}-${count}.key`),
      };
      const more = [`subjectAltName=DNS:${subject}`, 'basicConstraints=critical,CA:FALSE'];
      makeCertificate({ ...issued, subject, more }, ['-CA', file, '-CAkey', keyFile]);
      return {
        cert: readFileSync(issued.file, 'utf8'),
        key: readFileSync(issued.keyFile, 'utf8'),
      };
    },
  };
}

function makeCertificate(
  certificate: {
    readonly file: string;
    readonly keyFile: string;
    readonly subject: string;
    readonly more: readonly string[];
  },
  signer: readonly string[] = [],
): void {
  const { file, keyFile, subject, more } = certificate;
  const extensions = more.flatMap((extension) => ['-addext', extension]);
  const output = ['-keyout', keyFile, '-out', file, '-days', '2', '-subj', `/CN=${subject}`];
  execFileSync('openssl', ['req', '-x509', ...KEY, ...signer, ...output, ...extensions], {
    stdio: 'ignore',
  });
}
