import { useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#wire/contract';
import type { addPasskey as contract } from '#wire/security/add-passkey';
import type { passkeyChallenge as challengeContract } from '#wire/security/passkey-challenge';
import type { Assertion, Attestation } from '#wire/security/second-factor';
import type { ApiError } from '../../../lib/api-result.ts';
import { createPasskey, type PasskeyFailure, requestAssertion } from '../../../lib/passkeys.ts';
import {
  type Reauthentication,
  useReauthentication,
} from '../../../reauthentication/use-reauthentication.ts';
import { NOT_SENT } from '../../../reauthentication/use-submission.ts';
import { addPasskey } from '../api/add-passkey.ts';
import { passkeyChallenge } from '../api/passkey-challenge.ts';
import { useReread } from '../use-security-action.ts';

type Added = ResponseOf<typeof contract>;
type Challenge = ResponseOf<typeof challengeContract>;

/** Where the browser is: `create` and `use` show a prompt of its own. */
export type AddingStep = 'create' | 'use' | 'save';

/** What the browser made; kept when the server refuses the password, so that no second passkey is created. */
interface Created {
  readonly attestation: Attestation;
  readonly signIn: { readonly assertion: Assertion; readonly secret: string } | null;
}

export interface AddPasskey {
  readonly form: Reauthentication;
  readonly step: AddingStep | null;
  readonly failure: PasskeyFailure | null;
  readonly added: Added | null;
}

/** @param isOpen false once the dialog is closed: what is created afterwards isn't added */
export function useAddPasskey(isOpen: boolean, name: string): AddPasskey {
  const [step, setStep] = useState<AddingStep | null>(null);
  const [failure, setFailure] = useState<PasskeyFailure | null>(null);
  const [added, setAdded] = useState<Added | null>(null);
  const created = useRef<Created | null>(null);
  const closing = useAbortOnClose(isOpen);
  const reread = useReread();

  const form = useReauthentication(async (password) => {
    setFailure(null);
    const refusal = await add(password);
    setStep(null);
    return refusal;
  });

  async function add(password: string): Promise<ApiError | null> {
    if (created.current === null) {
      const challenge = await passkeyChallenge();
      if (!challenge.ok) return challenge.error;
      const made = await create(challenge.data);
      if (made === null) return NOT_SENT;
      created.current = made;
    }
    if (closing.aborted) return NOT_SENT;
    setStep('save');
    const result = await addPasskey({ password, name: name.trim(), ...created.current });
    if (!result.ok) {
      // Its challenge is over.
      if (result.error.code === 'passkey-not-valid') created.current = null;
      return result.error;
    }
    setAdded(result.data);
    await reread();
    return null;
  }

  async function create(challenge: Challenge): Promise<Created | null> {
    setStep('create');
    const made = await createPasskey(challenge);
    if (!made.ok) {
      setFailure(made.reason);
      return null;
    }
    const { attestation, hasPrf } = made.data;
    if (!hasPrf || closing.aborted) return { attestation, signIn: null };
    setStep('use');
    const used = await requestAssertion({
      challenge: challenge.challenge,
      rpId: challenge.rpId,
      credentialIds: [attestation.id],
      prfSalt: challenge.prfSalt,
      signal: closing,
    });
    // Without the second prompt, the passkey only approves.
    if (!used.ok || used.data.secret === null) return { attestation, signIn: null };
    const { assertion, secret } = used.data;
    return { attestation, signIn: { assertion, secret } };
  }

  return { form, step, failure, added };
}

/** @returns a signal that is aborted once the dialog is closed */
function useAbortOnClose(isOpen: boolean): AbortSignal {
  const [controller] = useState(() => new AbortController());
  useEffect(() => {
    if (!isOpen) controller.abort();
  }, [isOpen, controller]);
  return controller.signal;
}
