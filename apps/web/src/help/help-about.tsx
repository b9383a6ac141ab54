import { type ComponentType, lazy, Suspense } from 'react';
import { t } from '#language/t';
import { HelpTip } from '../ui/help-tip.tsx';
import type { TopicId } from './help-topics.ts';
import type { ShortHelpProps } from './short-help.tsx';

/** The answers are loaded when one is opened. */
const ShortHelp = lazy(
  (): Promise<{ default: ComponentType<ShortHelpProps> }> =>
    import('./short-help.tsx').catch(() => ({ default: NotLoaded })),
);

interface HelpAboutProps {
  topic: TopicId;
  /** What the text beside it calls the matter. */
  about: string;
}

/** A question mark with the short answer to a question of the help page. */
export function HelpAbout({ topic, about }: HelpAboutProps) {
  return (
    <HelpTip
      about={about}
      renderBubble={(open) => (
        <Suspense fallback={null}>
          <ShortHelp {...open} topic={topic} />
        </Suspense>
      )}
    />
  );
}

function NotLoaded() {
  return <span role="alert">{t('Couldn’t load this answer. Reload the page to try again.')}</span>;
}
