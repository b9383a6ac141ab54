import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { ApiError } from '../../lib/api-result.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { readEntry, writeEntry } from '../../lib/storage.ts';
import { isOutcomeUnknown } from '../../money-form/attempt.ts';
import { useUser } from '../../state/auth-session.ts';
import { claimPayment } from './api/claim-payment.ts';
import { keepFoundClaim, refreshFoundClaim } from './api/find-claim.ts';

interface Claiming {
  readonly isBusy: boolean;
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
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [operationId, setOperationId] = useState<string | null>(null);

  async function claim() {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setProblem(null);
    const key = keyOf({ code, userId });
    const result = await claimPayment(code, key);
    isRunning.current = false;
    setIsBusy(false);
    if (result.ok) {
      setOperationId(result.data.operation.id);
      keepFoundClaim(client, code, result.data.data);
      writeEntry(ENTRY, null);
      return;
    }
    const { error } = result;
    if (!isOutcomeUnknown(error)) writeEntry(ENTRY, null);
    setOperationId(error.operationId ?? null);
    setProblem(problemOf(error));
    // It may have been claimed all the same, or by another page.
    void refreshFoundClaim(client, code);
  }

  return { isBusy, problem, operationId, claim: () => void claim() };
}

const ENTRY = 'claim';
const stored = z.object({ code: z.string(), userId: z.string(), key: z.string() });

/** The key of a claim whose outcome is unknown survives a reload. */
function keyOf(claim: { readonly code: string; readonly userId: string }): string {
  const saved = z.safeParse(stored, parseJson(readEntry(ENTRY) ?? ''));
  const isSame =
    saved.success && saved.data.code === claim.code && saved.data.userId === claim.userId;
  if (isSame) return saved.data.key;
  const key = crypto.randomUUID();
  writeEntry(ENTRY, JSON.stringify({ ...claim, key }));
  return key;
}

function problemOf(error: ApiError): string {
  if (!isOutcomeUnknown(error)) return error.message;
  return `${error.message} We don’t know yet whether you claimed it. Trying again can’t claim it twice.`;
}
