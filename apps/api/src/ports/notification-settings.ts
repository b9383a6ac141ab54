import type { Notifications } from '#wire/auth/notification-settings';

/** By topic and channel, whether the user wants to be notified of it there. */
export type NotificationChoices = Notifications['topics'];

export type NotificationTopic = keyof NotificationChoices;

export type NotificationChannel = keyof NotificationChoices[NotificationTopic];

export interface NotificationChoice {
  readonly topic: NotificationTopic;
  readonly channel: NotificationChannel;
  readonly isWanted: boolean;
}

/** What users want to be notified of, and where. Security messages are not optional. */
export interface NotificationSettings {
  /** @returns what is true unless the user turned it off, and the row that says so has its seal */
  choices(userId: string): Promise<NotificationChoices>;
  /** Changes one choice and no other. @returns all of them; of a user who was removed, nothing is stored */
  choose(userId: string, choice: NotificationChoice, now: Date): Promise<NotificationChoices>;
}
