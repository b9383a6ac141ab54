import { Mail } from 'lucide-react';
import { t } from '#language/t';
import { config } from '../../config.ts';
import { paymentIn, supportMail } from '../../help/support-mail.ts';
import { useSearchParams } from '../../lib/navigation/navigation.tsx';
import { buttonClassName } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { rich } from '../../ui/rich.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Support, useSupport } from './use-support.ts';

/** How to reach whoever runs this installation, and what a message should say. */
export function ContactSection() {
  const { support, retry } = useSupport();
  return (
    <section className="card help-group help-contact" id="contact" aria-labelledby="contact-title">
      <h2 className="card-title" id="contact-title" tabIndex={-1}>
        {t('Contact')}
      </h2>
      <div className="help-contact__body">
        <Reach support={support} onRetry={retry} />
      </div>
    </section>
  );
}

function Reach({ support, onRetry }: { support: Support; onRetry: () => void }) {
  switch (support.at) {
    case 'loading':
      return <Skeleton height={44} />;
    case 'failed':
      return (
        <ErrorState title={t('Couldn’t load our address')} onRetry={onRetry}>
          {t('The answers above work without a connection.')}
        </ErrorState>
      );
    case 'none':
      return (
        <p>
          {t(
            'This installation of Kax has no address for questions. Ask whoever gave you its address on the web.',
          )}
        </p>
      );
    case 'known':
      return <Email address={support.address} />;
  }
}

function Email({ address }: { address: string }) {
  const [search] = useSearchParams();
  const paymentId = paymentIn(search);
  const mail = supportMail(address, {
    appVersion: config.version,
    browser: navigator.userAgent,
    paymentId,
  });
  return (
    <>
      <p>
        {rich('Write to <a>{address}</a>.', {
          address,
          a: (inside) => <a href={mail}>{inside}</a>,
        })}{' '}
        {paymentId === null ? null : t('We’ve put the ID of your payment in the message.')}
      </p>
      <FactList facts={FACTS} />
      <a className={buttonClassName({ variant: 'filled', size: 'lg' })} href={mail}>
        <Mail className="icon" size={18} aria-hidden="true" />
        {t('Email us')}
      </a>
    </>
  );
}

const FACTS = [
  {
    tone: 'good',
    text: t('Say what you did, what you expected and what happened, with the time.'),
  },
  {
    tone: 'good',
    text: t(
      'The message begins with your version of Kax and your browser. Remove what you don’t want to send.',
    ),
  },
  {
    tone: 'warn',
    text: t(
      'Never send your 12 words, your private key, a password or a code. We never need them.',
    ),
  },
] as const;
