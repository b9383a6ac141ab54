import { t } from '#language/t';
import { ApiFailure } from '../lib/api-result.ts';
import { useDebounced } from '../ui/use-debounced.ts';
import { type FoundRecipient, useFoundRecipient } from './api/find-recipient.ts';
import { wholeEmailOrPhone } from './email-or-phone.ts';

/** Searches are limited, so typing has to pause before one is sent. */
const SEARCH_AFTER_MS = 500;

/** Who on Kax has the entered email or phone. */
export interface FoundContact {
  /** Null while no one is known to have it. */
  readonly found: FoundRecipient | null;
  readonly isSearching: boolean;
  /** Why the text itself was refused, as a sentence. */
  readonly problem: string | null;
  /** There was no response, or there were too many searches. */
  readonly couldNotSearch: boolean;
}

/** Searches Kax once the text looks like a whole email, or like a phone with its country code. */
export function useFoundContact(text: string): FoundContact {
  const whole = wholeEmailOrPhone(text);
  const settled = useDebounced(whole, SEARCH_AFTER_MS);
  const wanted = whole === settled ? whole : null;
  const { data = null, error, isFetching } = useFoundRecipient(wanted);
  const problem = wanted === null ? null : refusedText(error);
  return {
    found: wanted === null ? null : data,
    isSearching: whole !== wanted || isFetching,
    problem,
    couldNotSearch: wanted !== null && error !== null && problem === null,
  };
}

const ABOUT_TEXT: ReadonlySet<string> = new Set([
  'email-not-valid',
  'phone-not-valid',
  'recipient-is-sender',
]);

function refusedText(error: Error | null): string | null {
  if (!(error instanceof ApiFailure) || !ABOUT_TEXT.has(error.error.code)) return null;
  const isOwn = error.error.code === 'recipient-is-sender';
  return isOwn ? t('This is your own email or phone.') : error.message;
}
