import { createDecipheriv, scryptSync } from 'node:crypto';
import { HDNodeWallet, Wallet } from 'ethers';
import { keccak256 } from 'viem';
import { expect, it } from 'vitest';
import { createFileEncryption } from './encrypt-file.ts';

const phrase = 'test test test test test test test test test test test junk';
const privateKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const password = 'Piggy!Bank7';
const file = await createFileEncryption()({ phrase, privateKey }, password);

it('shows neither key nor phrase', () => {
  expect(file).not.toContain(privateKey.slice(2));
  expect(file).not.toContain('junk');
});

it('opens in ethers with the password, phrase included', async () => {
  const wallet = await Wallet.fromEncryptedJson(file, password);
  expect(wallet.address).toBe(address);
  expect(wallet).toBeInstanceOf(HDNodeWallet);
  expect((wallet as HDNodeWallet).mnemonic?.phrase).toBe(phrase);
  expect((wallet as HDNodeWallet).path).toBe("m/44'/60'/0'/0/0");
});

it('opens with no other password', async () => {
  await expect(Wallet.fromEncryptedJson(file, 'Piggy!Bank8')).rejects.toThrow('incorrect password');
});

it('opens in software that only knows Web3 Secret Storage, like MetaMask', () => {
  const stored = JSON.parse(file);
  const { kdf, kdfparams, cipher, cipherparams, ciphertext, mac } = stored.crypto;
  expect([stored.version, kdf, cipher]).toEqual([3, 'scrypt', 'aes-128-ctr']);
  const { n: N, r, p, dklen, salt } = kdfparams;
  const options = { N, r, p, maxmem: 256 * 1024 * 1024 };
  const derived = scryptSync(password, Buffer.from(salt, 'hex'), dklen, options);
  const hidden = Buffer.from(ciphertext, 'hex');
  expect(keccak256(Buffer.concat([derived.subarray(16, 32), hidden]))).toBe(`0x${mac}`);
  const iv = Buffer.from(cipherparams.iv, 'hex');
  const opened = createDecipheriv(cipher, derived.subarray(0, 16), iv).update(hidden);
  expect(opened.toString('hex')).toBe(privateKey.slice(2));
});

it('takes at least as much work to guess as other wallets’ files', () => {
  expect(JSON.parse(file).crypto.kdfparams).toMatchObject({ n: 131_072, r: 8, p: 1 });
});
