import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import {
  addressOf,
  createBrowserHistory,
  createMemoryHistory,
  type PageHistory,
  type PageLocation,
  type Path,
  resolvePath,
} from './page-history.ts';

export type To = string | Partial<Path>;

export interface NavigateOptions {
  /** Takes the place of the present entry of the history. */
  readonly replace?: boolean | undefined;
  /** Is kept with the entry, over a reload too. */
  readonly state?: unknown;
}

export interface GoTo {
  (to: To, options?: NavigateOptions): void;
  /** Goes that many entries forward, or back. */
  (by: number): void;
}

interface Navigation {
  readonly location: PageLocation;
  readonly navigate: GoTo;
}

const NavigationContext = createContext<Navigation | null>(null);

interface NavigationProviderProps {
  readonly createHistory: () => PageHistory;
  readonly children: ReactNode;
}

function NavigationProvider({ createHistory, children }: NavigationProviderProps) {
  const [history] = useState(createHistory);
  const [location, setLocation] = useState(() => history.read());
  // In a transition: the page stays until what the next one needs is loaded.
  useLayoutEffect(
    () => history.follow(() => startTransition(() => setLocation(history.read()))),
    [history],
  );
  const navigate = useCallback<GoTo>(
    (to: To | number, { replace, state }: NavigateOptions = {}) => {
      if (typeof to === 'number') return history.go(to);
      const path = resolvePath(to, history.read());
      return replace ? history.replace(path, state) : history.push(path, state);
    },
    [history],
  );
  const navigation = useMemo(() => ({ location, navigate }), [location, navigate]);
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** Follows the history of the browser. */
export function BrowserRouter({ children }: { readonly children: ReactNode }) {
  return <NavigationProvider createHistory={createBrowserHistory}>{children}</NavigationProvider>;
}

interface MemoryRouterProps {
  readonly initialEntries?: Parameters<typeof createMemoryHistory>[0] | undefined;
  readonly children: ReactNode;
}

/** Has a history of its own, where there is no browser. */
export function MemoryRouter({ initialEntries = ['/'], children }: MemoryRouterProps) {
  return (
    <NavigationProvider createHistory={() => createMemoryHistory(initialEntries)}>
      {children}
    </NavigationProvider>
  );
}

function useNavigation(): Navigation {
  const navigation = useContext(NavigationContext);
  if (navigation === null) throw new Error('Navigation needs a router around it');
  return navigation;
}

/** @returns the entry of the history that is on screen */
export function useLocation(): PageLocation {
  return useNavigation().location;
}

/** @returns a function that leads to another page, always the same one */
export function useNavigate(): GoTo {
  return useNavigation().navigate;
}

/** @returns the parameters of the address, and a function that sets all of them */
export function useSearchParams() {
  const { location, navigate } = useNavigation();
  const { pathname, search } = location;
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams = useCallback(
    (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions) =>
      navigate({ pathname, search: `?${new URLSearchParams(next)}` }, options),
    [navigate, pathname],
  );
  return [params, setParams] as const;
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  readonly replace?: boolean | undefined;
  /** Is kept with the entry of the history that the link leads to. */
  readonly state?: unknown;
}

/** Leads to another page of Kax without loading Kax again, unless the browser is asked for another tab. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { location, navigate } = useNavigation();
  const address = addressOf(resolvePath(to, location));
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    // As the browser does: a link to the page that is on screen adds no entry.
    navigate(address, { replace: replace ?? address === addressOf(location), state });
  }
  return <a {...rest} href={address} onClick={handleClick} />;
}

function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget;
  const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  return event.button === 0 && !hasModifier && (target === '' || target === '_self');
}

/** Leads on as soon as it is shown. */
export function Navigate({ to, replace, state }: NavigateOptions & { readonly to: string }) {
  const navigate = useNavigate();
  // What is kept with an entry is data, and an object with the same content is no reason to go there again.
  const kept = JSON.stringify(state ?? null);
  useEffect(() => {
    navigate(to, { replace, state: JSON.parse(kept) });
  }, [navigate, to, replace, kept]);
  return null;
}
