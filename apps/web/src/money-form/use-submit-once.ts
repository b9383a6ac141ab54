import { useEffect, useRef } from 'react';
import type { OperationView } from '#wire/wallet/operation';
import type { ApiError, ApiResult } from '../lib/api-result.ts';
import { repeatWhilePreparing, type WaitingCode } from './repeat-while-preparing.ts';

interface SubmitSteps<Issued> {
  /** False once the form is closed; it may stay mounted. */
  readonly isOpen: boolean;
  readonly onBegin: (issued: Issued) => void;
  /** The server has to do something first; the request is repeated. */
  readonly onPreparing?: (waitsFor: WaitingCode) => void;
  readonly onAccepted: (operation: OperationView) => void;
  /** @param isClosed the form was closed in the meantime */
  readonly onRefused: (error: ApiError, isClosed: boolean) => void;
}

/** @returns a function that submits one request at a time and ignores calls in between. */
export function useSubmitOnce<Issued>(
  make: (issued: Issued) => Promise<ApiResult<OperationView>>,
  { isOpen, onBegin, onPreparing = () => {}, onAccepted, onRefused }: SubmitSteps<Issued>,
) {
  const isRunning = useRef(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = !isOpen;
    return () => {
      isGone.current = true;
    };
  }, [isOpen]);

  return async (issued: Issued) => {
    if (isRunning.current) return;
    isRunning.current = true;
    onBegin(issued);
    const result = await repeatWhilePreparing(() => make(issued), {
      isWanted: () => !isGone.current,
      onPreparing,
    });
    isRunning.current = false;
    if (result.ok) onAccepted(result.data);
    else onRefused(result.error, isGone.current);
  };
}
