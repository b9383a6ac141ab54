import {
  Children,
  createContext,
  Fragment,
  isValidElement,
  type ReactNode,
  useContext,
} from 'react';
import { useLocation } from './navigation.tsx';

type Params = Readonly<Record<string, string>>;

interface RouteProps {
  /** Such as `/activity/:id`; `*` is every address. None for what is around other routes. */
  readonly path?: string;
  readonly element: ReactNode;
  /** Routes that `element` shows where it has an `Outlet`. */
  readonly children?: ReactNode;
}

/** A row of the table in `Routes`, which reads it. */
export function Route(_: RouteProps): ReactNode {
  throw new Error('A Route is only shown by Routes');
}

interface Matched {
  readonly params: Params;
  /** From the outermost to the page itself. */
  readonly elements: readonly ReactNode[];
}

const MatchedContext = createContext<{ readonly params: Params; readonly outlet: ReactNode }>({
  params: {},
  outlet: null,
});

/** Shows the first of its routes whose path is the address. */
export function Routes({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const matched = findRoute(children, pathname);
  if (matched === null) return null;
  const { params, elements } = matched;
  let outlet: ReactNode = null;
  for (const element of elements.toReversed()) {
    outlet = <MatchedContext value={{ params, outlet }}>{element}</MatchedContext>;
  }
  return outlet;
}

/** The place of the inner route. */
export function Outlet() {
  return useContext(MatchedContext).outlet;
}

/** @returns what the address has in the places of the path's parameters */
export function useParams(): Readonly<Record<string, string | undefined>> {
  return useContext(MatchedContext).params;
}

/** @returns what is shown at an address, from the outermost to the page itself; nothing where no route leads */
export function elementsAt(routes: ReactNode, pathname: string): readonly ReactNode[] {
  return findRoute(routes, pathname)?.elements ?? [];
}

function findRoute(routes: ReactNode, pathname: string): Matched | null {
  for (const route of Children.toArray(routes)) {
    if (!isValidElement<RouteProps>(route)) continue;
    const { path, element, children } = route.props;
    const inner = path === undefined ? findRoute(children, pathname) : matchPath(path, pathname);
    if (inner && route.type === Fragment) return inner;
    if (inner) return { params: inner.params, elements: [element, ...inner.elements] };
  }
  return null;
}

function matchPath(path: string, pathname: string): Matched | null {
  if (path === '*') return { params: {}, elements: [] };
  const wanted = partsOf(path);
  const given = partsOf(pathname);
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const found = given[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decode(found);
    else if (part !== found.toLowerCase()) return null;
  }
  return { params, elements: [] };
}

/** A slash at the end makes no difference. */
function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
