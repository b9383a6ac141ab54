import { encodePrivateAddress } from '#pool/addresses';
import { unpackSight } from '#pool/pack-sight';
import { isSignedBy } from '#pool/signed-text';
import { isEnrolmentProven } from '#signing/enrolment';
import type { AccountSigner } from '../ports/account-signatures.ts';
import type { Account } from '../ports/accounts.ts';
import type { Clock } from '../ports/clock.ts';
import {
  type EnrolmentOutcome,
  type KeyEnrolment,
  successionText,
} from '../ports/key-enrolment.ts';
import type { RecoveryKey } from '../ports/recovery-key.ts';
import { type FindSignedPorts, findSigned } from './find-signed.ts';

export interface EnrolKeysPorts extends FindSignedPorts {
  readonly key: Pick<RecoveryKey, 'wrap' | 'unwrap'>;
  readonly signer: AccountSigner;
  readonly clock: Pick<Clock, 'now'>;
}

/** Private addresses are for every network. */
const ANY_CHAIN = 0;

/**
 * Signs an account whose assisted wallet is replaced by one that only its owner has the keys of. What anyone says about
 * either wallet is recomputed here from signatures and sight.
 */
export async function enrolKeys(
  ports: EnrolKeysPorts,
  enrolment: KeyEnrolment,
): Promise<EnrolmentOutcome> {
  const found = await findSigned(ports, enrolment.userId);
  if (found === null) return { kind: 'not-matching' };
  const { account, signature, recoveryWrap } = found;
  if (!isProven(account, enrolment)) return { kind: 'not-matching' };
  const replaced = withOwnKeys(account, enrolment);
  const dataKey = await ports.key.unwrap(recoveryWrap, account);
  try {
    return {
      kind: 'right',
      before: { signature, recoveryWrap },
      after: {
        signature: ports.signer.sign(replaced, ports.clock.now()),
        recoveryWrap: await ports.key.wrap(dataKey, replaced),
      },
    };
  } finally {
    dataKey.fill(0);
  }
}

function withOwnKeys(
  account: Account,
  { publicAddress, privateAddress }: Pick<KeyEnrolment, 'publicAddress' | 'privateAddress'>,
): Account {
  const wallet = { ...account.wallet, publicAddress, privateAddress, custody: 'only-me' as const };
  return { ...account, wallet };
}

function isProven({ userId, wallet }: Account, enrolment: KeyEnrolment): boolean {
  const { publicAddress, privateAddress, sight, challenge, proof, succession } = enrolment;
  if (wallet.custody !== 'assisted') return false;
  const seen = unpackSight(sight);
  if (seen === null || encodePrivateAddress(seen) !== privateAddress) return false;
  const named = { userId, walletId: wallet.id, from: wallet.publicAddress };
  const isSucceeded = isSignedBy({
    text: successionText(named, enrolment),
    signature: succession,
    address: wallet.publicAddress,
    chainId: ANY_CHAIN,
  });
  const proven = { challenge, userId, address: publicAddress, privateAddress };
  return isSucceeded && isEnrolmentProven(proof, proven, ANY_CHAIN);
}
