import { blankComments } from '../conventions/blank-comments.ts';
import type { SourceByPath } from '../conventions/read-sources.ts';

/** The cryptographic primitives that what is shipped may use, and how their use looks in our code. */
const primitives: Readonly<Record<string, RegExp>> = {
  'AES-256-GCM': /'aes-256-gcm'/,
  'AES-256-GCM, in the browser': /\bname: 'AES-GCM', length: 256\b/,
  'AES-128-CTR': /'aes-128-ctr'/,
  'AES-256-CTR': /'aes-256-ctr'/,
  Argon2id: /\bhashRaw\(/,
  'HMAC-SHA-256': /\bcreateHmac\('sha256'/,
  'HMAC-SHA-512': /\bcreateHmac\('sha512'|\bhmac\(sha512,/,
  'SHA-256': /\b(?:createHash|hash)\('sha256'|\bdigest\('SHA-256'|\bsha256\(/,
  'SHA-512': /\bsha512\(|\bhash\('sha512'/,
  scrypt: /\bscrypt\(/,
  'PBKDF2-HMAC-SHA-512': /\bpbkdf2Sync\([^;]*'sha512'|\bmnemonicToSeedSync\(/,
  'PBKDF2-HMAC-SHA-256, in the browser': /\bname: 'PBKDF2', hash: 'SHA-256'/,
  'HKDF-SHA-256, in the browser': /\bname: 'HKDF',/,
  X25519: /'x25519'/,
  Ed25519: /'ed25519'|\bed25519\./,
  'ECDSA on secp256k1':
    /\b(?:privateKeyTo|mnemonicTo|hdKeyTo)\w+\(|\baccount\.sign(?:Transaction|Message)\(|\brecover\w*Address\b|\bsecp256k1\./,
  'ECDSA on P-256':
    /'ieee-p1363'|\bgenerateKeyPairSync\('ec'|\bsubtle\.sign\(|\bnamedCurve: 'P-256'/,
  'EdDSA on Baby Jubjub': /\bbabyjubjub\b(?! seed')/,
  'BLAKE-512': /\bblake512\(/,
  'AES-256-CTR, in the browser': /\bname: 'AES-CTR', length: 256\b/,
  'Keccak-256': /(?<!\.)\bkeccak_?256\(/,
  Poseidon: /\bmakePoseidonConstants\(/,
  'Time-lock puzzles': /\bcheckPrimeSync\(/,
  'Random bytes': /\brandomBytes\(/,
  'Random bytes, in the browser': /\bgetRandomValues\(/,
  'Random UUIDs': /\brandomUUID\(/,
  'Math.random': /\bMath\.random\b/,
};

/** What may be imported of `node:crypto`. */
const imports = new Set(
  'checkPrimeSync createCipheriv createDecipheriv createHash createHmac createPrivateKey createPublicKey diffieHellman generateKeyPairSync hash KeyObject pbkdf2Sync randomBytes randomUUID scrypt sign timingSafeEqual verify'.split(
    ' ',
  ),
);

const isShipped =
  /^(?:apps|packages\/(?:domain|wire|pool|signing|receipt))\/(?!.*\.(?:test|test-setup)\.tsx?$)/;
const isSimulator = /^apps\/api\/src\/simulator\//;

/** @returns the files of what is shipped by the primitive that they use, in order of their paths */
export function findPrimitives(sources: SourceByPath): ReadonlyMap<string, readonly string[]> {
  const shipped = shippedOf(sources);
  const found = Object.entries(primitives).map(([name, look]) => {
    const files = shipped.filter(({ code }) => look.test(code)).map(({ path }) => path);
    return [name, files] as const;
  });
  return new Map(found.filter(([, files]) => files.length > 0));
}

/** @returns a sentence for each function of `node:crypto` and each algorithm that no primitive above covers */
export function findUnknownCryptography(sources: SourceByPath): readonly string[] {
  return shippedOf(sources).flatMap(({ path, code }) => [
    ...namesOfCrypto(code)
      .filter((name) => !imports.has(name))
      .map((name) => `${path}: ${name} of node:crypto is in no inventory.`),
    ...algorithmsIn(code)
      .filter((name) => !Object.values(primitives).some((look) => look.test(name)))
      .map((name) => `${path}: ${name} is in no inventory.`),
  ]);
}

function shippedOf(sources: SourceByPath): readonly { path: string; code: string }[] {
  return [...sources]
    .filter(([path]) => isShipped.test(path) && !isSimulator.test(path))
    .map(([path, source]) => ({ path, code: blankComments(source) }));
}

function namesOfCrypto(code: string): readonly string[] {
  return [...code.matchAll(/import \{([^}]*)\} from '(?:node:)?crypto'/g)].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== ''),
  );
}

function algorithmsIn(code: string): readonly string[] {
  const calls = code.matchAll(
    /\bcreate(?:Hash|Hmac)\([^)]*?'[^']*'|\bgenerateKeyPair(?:Sync)?\('[^']*'|'(?:(?:aes|aria|camellia|sm4)-?\d[-\w]*|(?:chacha20|des|bf|rc[24])(?:-[-\w]*)?)'/g,
  );
  return [...calls].map(([call]) => call);
}
