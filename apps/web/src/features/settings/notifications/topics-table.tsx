import { Lock } from 'lucide-react';
import { t } from '#language/t';
import { NOTIFICATION_CHANNELS, NOTIFICATION_TOPICS } from '#wire/auth/notification-settings';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CHANNEL_TEXTS, choiceName, TOPIC_TEXTS } from './topics.ts';
import { useTopics } from './use-topics.ts';

/** What to be notified of, row by row, and where, column by column. */
export function TopicsTable() {
  const { topics, hasFailed, isRetrying, retry, change } = useTopics();
  if (hasFailed) {
    return (
      <Card>
        <ErrorState
          title={t('Couldn’t load your notification settings')}
          isRetrying={isRetrying}
          onRetry={retry}
        >
          {t('Nothing changed. You’re notified as before.')}
        </ErrorState>
      </Card>
    );
  }
  return (
    <Card>
      <table className="topics" aria-busy={topics === undefined}>
        <caption className="visually-hidden">{t('What Kax tells you about, and where')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Tell me about')}</th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {CHANNEL_TEXTS[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTIFICATION_TOPICS.map((topic) => (
            <tr key={topic}>
              <TopicName {...TOPIC_TEXTS[topic]} />
              {NOTIFICATION_CHANNELS.map((channel) => (
                <td key={channel}>
                  {topics === undefined ? (
                    <Skeleton width={20} height={20} />
                  ) : (
                    <Checkbox
                      name={`${topic}-${channel}`}
                      isLabelHidden
                      isChecked={topics[topic][channel]}
                      onChange={(isWanted) => change(topic, channel, isWanted)}
                    >
                      {choiceName(topic, channel)}
                    </Checkbox>
                  )}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <TopicName
              title={t('Sign-ins and security')}
              more={t('New device, changed password')}
            />
            {NOTIFICATION_CHANNELS.map((channel) => (
              <td key={channel}>
                <Lock className="icon topics__lock" size={16} aria-hidden="true" />
                <span className="visually-hidden">{t('Always on')}</span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

function TopicName({ title, more }: { title: string; more: string }) {
  return (
    <th scope="row">
      {title}
      <small>{more}</small>
    </th>
  );
}
