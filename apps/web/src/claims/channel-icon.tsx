import { Mail, MessageSquareText } from 'lucide-react';
import type { Channel } from './claim-texts.ts';

/** How the link reaches its recipient. Decorative. */
export function ChannelIcon({ channel, size }: { channel: Channel; size: number }) {
  const Icon = channel === 'email' ? Mail : MessageSquareText;
  return <Icon className="icon" size={size} aria-hidden="true" />;
}
