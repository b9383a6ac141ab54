import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import type { ApiError } from '../../lib/api-result.ts';
import { isOutcomeUnknown } from '../../money-form/attempt.ts';
import { repeatWhilePreparing } from '../../money-form/repeat-while-preparing.ts';
import { useUser } from '../../state/auth-session.ts';
import { claimPayment } from './api/claim-payment.ts';
import { keepFoundClaim, refreshFoundClaim } from './api/find-claim.ts';
import { forgetKey, keepAcceptedKey, keyToClaim } from './claim-key.ts';

/** A claim that the user starts. */
export interface Claiming {
  /** `preparing` while the server has to do something first; the request is repeated until that is done. */
  readonly at: 'idle' | 'sending' | 'preparing';
  /** Why it wasn't claimed, as sentences; null otherwise. */
  readonly problem: string | null;
  /** The operation that brings the money; null while there is none. */
  readonly operationId: string | null;
  readonly claim: () => void;
}

/** Claims the payment of a link, one request at a time. */
export function useClaiming(code: string): Claiming {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const isRunning = useRef(false);
  const isGone = useIsGone();
  const [at, setAt] = useState<Claiming['at']>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [operationId, setOperationId] = useState<string | null>(null);

  async function claim() {
    if (isRunning.current) return;
    isRunning.current = true;
    setAt('sending');
    setProblem(null);
    const key = keyToClaim({ code, userId });
    const result = await repeatWhilePreparing(() => claimPayment(code, key), {
      isWanted: () => !isGone.current,
      onPreparing: () => setAt('preparing'),
    });
    isRunning.current = false;
    setAt('idle');
    if (result.ok) {
      const { data, operation } = result.data;
      setOperationId(operation.id);
      keepFoundClaim(client, code, data);
      if (data.balance === 'private') keepAcceptedKey({ code, userId }, key);
      else forgetKey();
      return;
    }
    setOperationId(result.error.operationId ?? null);
    setProblem(problemOf(result.error));
    afterRefusal(client, code, result.error);
  }

  return { at, problem, operationId, claim: () => void claim() };
}

function afterRefusal(client: QueryClient, code: string, error: ApiError): void {
  if (!isOutcomeUnknown(error)) forgetKey();
  // It may have been claimed all the same, or by another page.
  void refreshFoundClaim(client, code);
}

function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}

function problemOf(error: ApiError): string {
  if (!isOutcomeUnknown(error)) return error.message;
  return t(
    '{message} We don’t know yet whether you claimed it. Trying again can’t claim it twice.',
    { message: error.message },
  );
}
