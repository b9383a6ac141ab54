import { expect, it } from 'vitest';
import { newAccount } from '#testing/account';
import { createAccountRecovery } from './account-recovery.ts';

it('enrolls no account without codes in production', async () => {
  const done: string[] = [];
  const record = (name: string) => () => {
    done.push(name);
    return new Uint8Array(1);
  };
  const recovery = createAccountRecovery({
    key: { kind: 'file', wrap: record('wrap') },
    signer: { sign: record('sign') },
    isSandbox: false,
  } as unknown as Parameters<typeof createAccountRecovery>[0]);
  const dataKey = new Uint8Array(32) as Parameters<typeof recovery.enroll>[1];
  await expect(recovery.enroll(newAccount(), dataKey)).rejects.toThrow('by their codes');
  expect(done).toEqual([]);
});
