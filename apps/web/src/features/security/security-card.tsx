import { type ReactNode, type Ref, useId } from 'react';
import { Card } from '../../ui/card.tsx';

interface SecurityCardProps {
  /** Its place on phones, where both columns become one. */
  place: 'checkup' | 'passkeys' | 'others' | 'payments' | 'contacts' | 'events';
  title: string;
  /** Explains the title, beside it. */
  help?: ReactNode;
  /** One sentence below the title. */
  text?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  foot?: ReactNode;
  listRef?: Ref<HTMLUListElement>;
  /** Rows. */
  children: ReactNode;
}

/** A card with a title and rows. */
export function SecurityCard(props: SecurityCardProps) {
  const { place, title, help, text, action, foot, listRef, children } = props;
  const id = useId();
  return (
    <Card className={`security-card security-card--${place}`}>
      <section aria-labelledby={id}>
        <header className="security-card__head">
          <div>
            <div className="help-beside">
              <h2 className="card-title" id={id}>
                {title}
              </h2>
              {help}
            </div>
            {text ? <p>{text}</p> : null}
          </div>
          {action}
        </header>
        <ul ref={listRef} tabIndex={listRef ? -1 : undefined}>
          {children}
        </ul>
        {foot ? <div className="security-card__foot">{foot}</div> : null}
      </section>
    </Card>
  );
}
