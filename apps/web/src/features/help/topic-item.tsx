import { ChevronDown } from 'lucide-react';
import type { Topic } from '../../help/topic.ts';
import { Link } from '../../lib/navigation/navigation.tsx';

interface TopicItemProps {
  topic: Topic;
  /** The address of the page names it. */
  isNamed: boolean;
}

/** One question, closed until it is opened or named. */
export function TopicItem({ topic: { id, title, text, link }, isNamed }: TopicItemProps) {
  return (
    <details className="help-question" id={id} data-named={isNamed ? '' : undefined}>
      <summary>
        <h3>{title}</h3>
        <ChevronDown className="icon" size={18} aria-hidden="true" />
      </summary>
      <div className="help-question__answer">
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {link ? <Link to={link.to}>{link.label}</Link> : null}
      </div>
    </details>
  );
}
