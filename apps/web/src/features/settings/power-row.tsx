import { Check, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

interface PowerRowProps {
  Icon: LucideIcon;
  who: string;
  verdict: keyof typeof BADGE_BY_VERDICT;
  /** Replaces the word Yes or No. */
  verdictText?: string;
  children: ReactNode;
}

/** One row: who could move or see the money, how, and whether they can. */
export function PowerRow({ Icon, who, verdict, verdictText, children }: PowerRowProps) {
  const { tone, word, Sign } = BADGE_BY_VERDICT[verdict];
  return (
    <li>
      <span className="who-can-move__disc">
        <Icon className="icon" size={18} aria-hidden="true" />
      </span>
      <div>
        <b>{who}</b>
        <p>{children}</p>
      </div>
      <Badge tone={tone} icon={<Sign className="icon" size={12} aria-hidden="true" />}>
        {verdictText ?? word}
      </Badge>
    </li>
  );
}

interface Verdict {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly Sign: LucideIcon;
}

const BADGE_BY_VERDICT = {
  yes: { tone: 'good', word: t('Yes'), Sign: Check },
  beware: { tone: 'warn', word: t('Yes'), Sign: TriangleAlert },
  no: { tone: 'plain', word: t('No'), Sign: X },
} as const satisfies Readonly<Record<string, Verdict>>;
