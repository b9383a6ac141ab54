import './banner.css';
import type { ReactNode } from 'react';

interface BannerProps {
  /** Waiting is amber, a choice of the user has the accent color, harm is red. */
  tone: 'accent' | 'warn' | 'bad';
  icon: ReactNode;
  title: string;
  /** The reason, and what still works. */
  children: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
}

/** A state of the whole account at the top of a page: the reason, its end, and how to end it. */
export function Banner({ tone, icon, title, children, actions }: BannerProps) {
  return (
    <section className={`banner banner--${tone}`} role="status">
      <span className="banner__disc">{icon}</span>
      <div>
        <h2>{title}</h2>
        <p>{children}</p>
      </div>
      {actions ? <div className="banner__actions">{actions}</div> : null}
    </section>
  );
}
