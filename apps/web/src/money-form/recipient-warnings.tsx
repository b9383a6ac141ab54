import { t } from '#language/t';
import { firstNameOf } from '../contacts/first-name.ts';
import './recipient-warnings.css';
import { shortDayText } from '../lib/elapsed.ts';
import { ComparedAddresses } from '../ui/compared-addresses.tsx';
import { Notice } from '../ui/notice.tsx';
import type { RecipientDoubts } from './recipient-doubts.ts';

/** Warnings about the recipient address: it looks like another one, has changed, is a contract, or was never paid. */
export function RecipientWarnings({ doubts }: { doubts: RecipientDoubts }) {
  const { lookAlike, difference, isContract, isFirstTime, isUnread } = doubts;
  return (
    <>
      {lookAlike === null ? null : (
        <Notice
          tone="bad"
          isAlert
          title={
            lookAlike.name === null
              ? t('This isn’t the address you paid before.')
              : t('This isn’t the address of {name} in your contacts.', { name: lookAlike.name })
          }
        >
          {t('Only the first and last characters match. Scammers create addresses like this.')}
          <div className="look-alike">
            <ComparedAddresses
              known={{ label: lookAlike.name ?? t('You paid before'), address: lookAlike.address }}
              other={{ label: t('You entered'), address: doubts.address }}
            />
          </div>
        </Notice>
      )}
      {difference === null ? null : <Difference doubts={doubts} difference={difference} />}
      {isContract ? (
        <Notice tone="warn" title={t('This address is a smart contract.')}>
          {t('If the contract doesn’t expect your payment, the money is lost.')}
        </Notice>
      ) : null}
      {isFirstTime && lookAlike === null && difference === null ? <NeverPaid {...doubts} /> : null}
      {isUnread ? (
        <Notice tone="warn" title={t('We couldn’t check whether you’ve paid this address before.')}>
          {t('Compare the whole address with the person you’re paying.')}
        </Notice>
      ) : null}
    </>
  );
}

function NeverPaid({ name }: Pick<RecipientDoubts, 'name'>) {
  return (
    <Notice
      tone="warn"
      title={
        name === null
          ? t('You’ve never sent to this address.')
          : t('You’ve never sent to {name}’s address.', { name: firstNameOf(name) })
      }
    >
      {name === null
        ? t(
            'Check the whole address with the person you’re paying. Scammers create addresses that match the first and last characters.',
          )
        : t(
            'Check the whole address with {name}. Scammers create addresses that match the first and last characters.',
            { name: firstNameOf(name) },
          )}
    </Notice>
  );
}

interface DifferenceProps {
  doubts: RecipientDoubts;
  difference: NonNullable<RecipientDoubts['difference']>;
}

/** Another address than the one that was there before, or than the one that Kax finds now. */
function Difference({ doubts, difference }: DifferenceProps) {
  const { address, name } = doubts;
  const first = name === null ? null : firstNameOf(name);
  const isChanged = difference.kind === 'changed';
  return (
    <Notice
      tone="warn"
      isAlert
      title={
        isChanged
          ? changedText(first, difference.at)
          : t('Kax now finds another address for {emailOrPhone}.', { emailOrPhone: difference.by })
      }
    >
      {isChanged ? t('You haven’t paid the new one.') : checkText(first)}
      <div className="look-alike">
        <ComparedAddresses
          known={{
            label: isChanged ? t('Address before') : t('Kax finds'),
            address: difference.other,
          }}
          other={{ label: isChanged ? t('New address') : t('You’re paying'), address }}
        />
      </div>
    </Notice>
  );
}

function changedText(name: string | null, at: string): string {
  const day = shortDayText(Date.parse(at));
  return name === null
    ? t('This recipient’s address changed on {day}.', { day })
    : t('{name}’s address changed on {day}.', { name, day });
}

function checkText(name: string | null): string {
  return name === null
    ? t('Check with This recipient which one is right.')
    : t('Check with {name} which one is right.', { name });
}
