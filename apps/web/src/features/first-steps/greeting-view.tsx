import { t } from '#language/t';
import { firstNameOf } from '../../contacts/first-name.ts';
import { useUser } from '../../state/auth-session.ts';
import { Button } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Summary } from '../../ui/summary.tsx';
import { ViewHeading, type ViewTitle } from './view-heading.tsx';

interface GreetingViewProps {
  title: ViewTitle;
  onNext: () => void;
}

/** Welcomes the user by name, and says what they have. */
export function GreetingView({ title, onNext }: GreetingViewProps) {
  const { name, wallet } = useUser();
  return (
    <section className="welcome__sheet">
      <span className="welcome__logo">
        <Logo size={48} hasName={false} />
      </span>
      <ViewHeading
        title={title}
        text={t('Welcome to Kax, {firstName}', { firstName: firstNameOf(name) })}
      >
        {t(
          'Your wallet is ready. It has two balances: one that anyone can look up, and one that strangers can’t see.',
        )}
      </ViewHeading>
      <Summary
        rows={[
          { label: t('Your wallet'), value: wallet.name },
          { label: t('Network'), value: 'Polygon' },
          { label: t('You sign in with'), value: t('Your email or phone, and a password') },
        ]}
      />
      <Button variant="filled" size="lg" isWide onClick={onNext}>
        {t('Show me how it works')}
      </Button>
      <p className="welcome__hint">{t('Three short cards, about a minute.')}</p>
    </section>
  );
}
