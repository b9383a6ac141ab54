import { vi } from 'vitest';

/** What the service worker's messages reach. */
type Follower = (event: { data: unknown }) => void;

/** A browser that gets push messages, as far as it is used here. */
export class FakePush {
  permission: NotificationPermission = 'default';
  /** What its user chooses when they are asked. */
  choice: NotificationPermission = 'granted';
  /** How often they were asked. */
  requests = 0;
  /** Whether the push service takes a subscription. */
  isReachable = true;
  endpoint: string | null = null;
  /** Shown notifications. */
  shown = 0;
  /** Scripts that were registered. */
  readonly registered: string[] = [];
  /** What pages sent to the service worker. */
  readonly toWorker: unknown[] = [];
  private key = '';
  private count = 0;
  private readonly followers = new Set<Follower>();

  /** Puts it in the place of this environment’s own. `vi.unstubAllGlobals` and `remove` undo that. */
  install(): this {
    const registration = this.registration();
    const find = async () => (this.registered.length > 0 ? registration : undefined);
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: {
        register: async (url: string) => this.registered.push(url),
        ready: Promise.resolve(registration),
        getRegistration: find,
        addEventListener: (_: string, follower: Follower) => this.followers.add(follower),
        removeEventListener: (_: string, follower: Follower) => this.followers.delete(follower),
        startMessages: () => undefined,
      },
    });
    vi.stubGlobal('PushManager', class {});
    const permission = () => this.permission;
    vi.stubGlobal('Notification', {
      get permission() {
        return permission();
      },
      requestPermission: async () => {
        this.requests += 1;
        this.permission = this.choice;
        return this.choice;
      },
    });
    return this;
  }

  remove(): void {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  }

  /** As if this browser had subscribed earlier. */
  subscribeWith(key: string): this {
    this.registered.push('/sw.js');
    this.permission = 'granted';
    this.key = key;
    this.endpoint = 'https://push.example/earlier';
    return this;
  }

  /** A message of the service worker to open pages. */
  say(data: unknown): void {
    for (const follower of this.followers) follower({ data });
  }

  private registration() {
    const subscription = () => ({
      endpoint: this.endpoint,
      options: { applicationServerKey: Buffer.from(this.key, 'base64url') },
      unsubscribe: async () => {
        this.endpoint = null;
        return true;
      },
    });
    const close = () => {
      this.shown -= 1;
    };
    return {
      active: { postMessage: (data: unknown) => this.toWorker.push(data) },
      getNotifications: async () => Array.from({ length: this.shown }, () => ({ close })),
      pushManager: {
        getSubscription: async () => (this.endpoint === null ? null : subscription()),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          if (!this.isReachable) throw new DOMException('no push service', 'AbortError');
          this.count += 1;
          this.key = applicationServerKey;
          this.endpoint = `https://push.example/${this.count}`;
          return subscription();
        },
      },
    };
  }
}
