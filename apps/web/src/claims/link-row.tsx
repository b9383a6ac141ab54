import { t } from '#language/t';
import '../money-form/recipient-chooser.css';
import './link-row.css';
import { ChevronRight } from 'lucide-react';
import { ChannelIcon } from './channel-icon.tsx';
import type { Channel } from './claim-texts.ts';

interface LinkRowProps {
  channel: Channel;
  /** Someone was found, whom the user may not mean. */
  isFound: boolean;
  onChoose: () => void;
}

/** Offers to pay by link, whoever has the email or phone. */
export function LinkRow({ channel, isFound, onChoose }: LinkRowProps) {
  return (
    <div className="link-row">
      {isFound ? <p>{t('Not the right person?')}</p> : null}
      <button type="button" className="link-row__button" onClick={onChoose}>
        <span className="link-row__disc">
          <ChannelIcon channel={channel} size={18} />
        </span>
        <span className="recipient-list__text">
          <span className="recipient-list__name">{t('Send a link instead')}</span>
          <span className="link-row__more">
            {channel === 'email'
              ? t('They open it and claim the money with this email address')
              : t('They open it and claim the money with this phone number')}
          </span>
        </span>
        <ChevronRight className="icon" size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
