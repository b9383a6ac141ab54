import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Custody } from '#domain/custody/custody';
import { t } from '#language/t';
import type { SignerOutcome } from '#signing/messages/protocol';
import type { OwnerWrapWire } from '#wire/wallet/owner-wrap';
import type { ApiError } from '../../../lib/api-result.ts';
import { repeatWhilePreparing } from '../../../money-form/repeat-while-preparing.ts';
import { storeWallet, useUser } from '../../../state/auth-session.ts';
import { rememberBackup } from '../../../state/first-steps.ts';
import { beginEnrolment, enrolKeys } from '../api/enrol-keys.ts';

type Created = Extract<SignerOutcome, { outcome: 'created' }>;

/** Where the user is on the way to keys of their own. */
export type ProtectStep =
  | { readonly at: 'choose' }
  /** The wallet has money in it: its user takes over the keys that it has. */
  | { readonly at: 'keep' }
  | { readonly at: 'keys'; readonly challenge: string; readonly isKept: boolean }
  | {
      readonly at: 'confirm';
      readonly challenge: string;
      readonly created: Created;
      readonly isKept: boolean;
    }
  | {
      readonly at: 'done';
      readonly hasPasskey: boolean;
      readonly areWordsChecked: boolean;
      readonly isKept: boolean;
    };

const OTHER_WORDS: ApiError = {
  code: 'aborted',
  message: t(
    'These are the words of another wallet. Nothing was changed. Type in the words of this one.',
  ),
  status: null,
};

/** From the choice to the wallet whose keys only the user has. Until the password is accepted, nothing changes. */
export function useProtect() {
  const { id, wallet } = useUser();
  const client = useQueryClient();
  const [step, setStep] = useState<ProtectStep>({ at: 'choose' });
  const [chosen, setChosen] = useState<Custody | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const isRunning = useRef(false);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  async function begin(isKept: boolean): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    const result = await repeatWhilePreparing(() => beginEnrolment(isKept), {
      isWanted: () => !isLeft.current,
      onPreparing: () => setIsChecking(true),
    });
    setIsChecking(false);
    isRunning.current = false;
    setIsBusy(false);
    if (result.ok) setStep({ at: 'keys', challenge: result.data.challenge, isKept });
    else if (result.error.code === 'wallet-not-empty') setStep({ at: 'keep' });
    else setError(result.error);
  }

  function endKeys(outcome: SignerOutcome): void {
    if (step.at !== 'keys') return;
    const { challenge, isKept } = step;
    const isCreated = outcome.outcome === 'created';
    if (isCreated && isKept && outcome.owner.privateAddress !== wallet.privateWalletAddress) {
      setError(OTHER_WORDS);
      setStep({ at: 'keep' });
    } else if (isCreated) setStep({ at: 'confirm', challenge, created: outcome, isKept });
    else leave();
  }

  function leave(): void {
    setError(null);
    setStep({ at: 'choose' });
  }

  /** @returns why not; null once it is done */
  async function confirm(password: string, label: string): Promise<ApiError | null> {
    if (step.at !== 'confirm') return null;
    const { challenge, created, isKept } = step;
    const { owner, sight, proofs, wraps, areWordsChecked } = created;
    const { address, privateAddress } = owner;
    const result = await enrolKeys({
      ...{ password, challenge, address, privateAddress, sight, proof: proofs },
      // Whoever read the message made sure that each is of its kind.
      wraps: wraps.map((wrap) => ({ label, wrap: wrap as OwnerWrapWire })),
    });
    if (!result.ok) return result.error;
    storeWallet(id, result.data.wallet);
    if (areWordsChecked) rememberBackup(id);
    // All of it is of the wallet before.
    client.clear();
    setStep({ at: 'done', hasPasskey: wraps.length > 0, areWordsChecked, isKept });
    return null;
  }

  return {
    ...{ step, chosen, error, isBusy, isChecking },
    ...{ choose: setChosen, begin, leave, endKeys, confirm },
  };
}
