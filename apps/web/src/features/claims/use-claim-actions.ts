import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import type { ClaimView } from '#wire/wallet/claim';
import { keepClaim, refreshClaims } from '../../claims/api/claims.ts';
import { type ApiResult, reasonOf } from '../../lib/api-result.ts';
import { isOutcomeUnknown } from '../../money-form/attempt.ts';
import { repeatWhilePreparing } from '../../money-form/repeat-while-preparing.ts';
import { showToast } from '../../state/toast.ts';
import { remindOfClaim } from './api/remind-of-claim.ts';
import { takeBackClaim } from './api/take-back-claim.ts';

export interface ClaimActions {
  readonly busyWith: 'remind' | 'take-back' | null;
  /** @returns whether it was done; if not, a toast says why */
  readonly remind: () => Promise<boolean>;
  readonly takeBack: () => Promise<boolean>;
}

/** What a sender does about a payment by link, one call at a time. */
export function useClaimActions({ id }: Pick<ClaimView, 'id'>): ClaimActions {
  const client = useQueryClient();
  const isRunning = useRef(false);
  /** A retry whose outcome is unknown uses the same key. */
  const key = useRef<string | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const [busyWith, setBusyWith] = useState<ClaimActions['busyWith']>(null);

  async function run(
    what: 'remind' | 'take-back',
    call: () => Promise<ApiResult<ClaimView>>,
  ): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusyWith(what);
    const result = await call();
    isRunning.current = false;
    setBusyWith(null);
    if (result.ok) {
      keepClaim(client, result.data);
      return true;
    }
    if (!isOutcomeUnknown(result.error)) key.current = null;
    showToast(reasonOf(result.error) ?? UNREACHABLE, { tone: 'error' });
    void refreshClaims(client);
    return false;
  }

  function takeBack() {
    const issued = key.current ?? crypto.randomUUID();
    key.current = issued;
    return run('take-back', () =>
      // A private balance that was just opened has to be found first.
      repeatWhilePreparing(() => takeBackClaim(id, issued), {
        isWanted: () => !isGone.current,
        onPreparing: () => {},
      }),
    );
  }

  return { busyWith, remind: () => run('remind', () => remindOfClaim(id)), takeBack };
}

const UNREACHABLE = t('We couldn’t reach Kax. Try again.');
