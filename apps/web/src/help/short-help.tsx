import { t } from '#language/t';
import { Link } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { HelpBubble } from '../ui/help-bubble.tsx';
import type { OpenHelp } from '../ui/help-tip.tsx';
import { rich } from '../ui/rich.tsx';
import { type TopicId, topicOf } from './help-topics.ts';

export interface ShortHelpProps extends OpenHelp {
  topic: TopicId;
}

/** The short answer, and the way to the whole one. From a dialog it opens in a new tab, so that the form stays. */
export default function ShortHelp({ topic: id, ...open }: ShortHelpProps) {
  const { title, text } = topicOf(id);
  const page = paths.helpOn(id);
  return (
    <HelpBubble
      anchorRef={open.anchorRef}
      onClose={open.onClose}
      title={title}
      link={
        open.isInDialog ? (
          <a href={page} target="_blank" rel="noopener">
            {rich('More in Help<part> (opens in a new tab)</part>', {
              part: (inside) => <span className="visually-hidden">{inside}</span>,
            })}
          </a>
        ) : (
          <Link to={page} onClick={open.onClose}>
            {t('More in Help')}
          </Link>
        )
      }
    >
      {text[0]}
    </HelpBubble>
  );
}
