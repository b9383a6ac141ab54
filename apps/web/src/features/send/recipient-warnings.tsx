import { WholeAddress } from '../../ui/address.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { RecipientFacts } from './api/quote-send.ts';

interface RecipientWarningsProps {
  facts: RecipientFacts;
  hasCompared: boolean;
  onCompared: (hasCompared: boolean) => void;
}

/** What to know of an address before paying it: a look-alike, a contract, or that it is new. */
export function RecipientWarnings({ facts, hasCompared, onCompared }: RecipientWarningsProps) {
  return (
    <>
      {facts.lookAlike === null ? null : (
        <Notice tone="bad" isAlert title="This is not the address you paid before.">
          Only the first and last characters are the same. Fakes are made like this.
          <dl className="look-alike">
            <dt>You entered</dt>
            <dd>
              <WholeAddress address={facts.address} />
            </dd>
            <dt>You paid before</dt>
            <dd>
              <WholeAddress address={facts.lookAlike} />
            </dd>
            <dd>
              <label>
                <input
                  type="checkbox"
                  checked={hasCompared}
                  onChange={(event) => onCompared(event.target.checked)}
                />
                I compared all of it, and I mean the new one
              </label>
            </dd>
          </dl>
        </Notice>
      )}
      {facts.isContract ? (
        <Notice tone="warn" title="This address is a contract, not a person.">
          What is sent to a contract that does not expect it is lost.
        </Notice>
      ) : null}
      {facts.isFirstTime && facts.lookAlike === null ? (
        <Notice tone="warn" title="You have never sent to this address.">
          Check the whole address with the person you mean to pay. Fakes copy the first and last
          characters.
        </Notice>
      ) : null}
    </>
  );
}
