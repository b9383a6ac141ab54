import './recipient-warnings.css';
import { FullAddress } from '../ui/address.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RecipientFacts } from './api/recipient-facts.ts';

/** Warnings about the recipient address: it looks like another one, is a contract, or has never been paid before. */
export function RecipientWarnings({ facts }: { facts: RecipientFacts }) {
  return (
    <>
      {facts.lookAlike === null ? null : (
        <Notice tone="bad" isAlert title="This isn’t the address you paid before.">
          Only the first and last characters match. Scammers create addresses like this.
          <dl className="look-alike">
            <dt>You entered</dt>
            <dd>
              <FullAddress address={facts.address} />
            </dd>
            <dt>You paid before</dt>
            <dd>
              <FullAddress address={facts.lookAlike} />
            </dd>
          </dl>
        </Notice>
      )}
      {facts.isContract ? (
        <Notice tone="warn" title="This address is a smart contract.">
          If the contract doesn’t expect your payment, the money is lost.
        </Notice>
      ) : null}
      {facts.isFirstTime && facts.lookAlike === null ? (
        <Notice tone="warn" title="You’ve never sent to this address.">
          Check the whole address with the person you’re paying. Scammers create addresses that
          match the first and last characters.
        </Notice>
      ) : null}
    </>
  );
}
