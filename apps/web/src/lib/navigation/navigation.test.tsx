import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  BrowserRouter,
  Link,
  MemoryRouter,
  Navigate,
  useLocation,
  useSearchParams,
} from './navigation.tsx';
import { Outlet, Route, Routes, useParams } from './routes.tsx';

beforeEach(() => window.history.replaceState(null, '', '/'));
afterEach(cleanup);

function Place() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>;
}

const place = () => screen.getByRole('status').textContent;

function showLinks(links: React.ReactNode) {
  render(
    <BrowserRouter>
      {links}
      <Place />
    </BrowserRouter>,
  );
}

const press = (name: string, how = {}) => fireEvent.click(screen.getByRole('link', { name }), how);

test('a link leads on with what is kept with the entry, and Back and Forward lead through both', async () => {
  showLinks(
    <Link to="/contacts?of=me#top" state={{ from: '/' }}>
      Contacts
    </Link>,
  );
  press('Contacts');
  expect(place()).toBe('/contacts?of=me#top {"from":"/"}');
  window.history.back();
  await waitFor(() => expect(place()).toBe('/ null'));
  window.history.forward();
  await waitFor(() => expect(place()).toBe('/contacts?of=me#top {"from":"/"}'));
});

test('a link to the page that is on screen adds no entry to the history', () => {
  showLinks(<Link to="/here">Here</Link>);
  press('Here');
  const { length } = window.history;
  press('Here');
  expect(window.history.length).toBe(length);
});

test.each([
  ['the control key', { ctrlKey: true }],
  ['the command key', { metaKey: true }],
  ['the shift key', { shiftKey: true }],
  ['the middle button', { button: 1 }],
])('a click with %s is left to the browser', (_, how) => {
  showLinks(<Link to="/there">There</Link>);
  let isTaken = true;
  const look = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look);
  press('There', how);
  window.removeEventListener('click', look);
  expect(isTaken).toBe(false);
  expect(place()).toBe('/ null');
});

test.each(['//other.example/dashboard', 'https://other.example/dashboard'])(
  'a link to %s stays in Kax',
  (to) => {
    showLinks(<Link to={to}>Other</Link>);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/dashboard');
  },
);

test('setting the parameters of an address keeps the page', () => {
  function Parameters() {
    const [params, setParams] = useSearchParams();
    return (
      <button type="button" onClick={() => setParams({ view: 'list' }, { replace: true })}>
        {params.get('view') ?? 'none'}
      </button>
    );
  }
  render(
    <MemoryRouter initialEntries={['/activity/wallet?view=days']}>
      <Parameters />
      <Place />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'days' }));
  expect(place()).toBe('/activity/wallet?view=list null');
  expect(screen.getByRole('button').textContent).toBe('list');
});

function Entry() {
  const { id, entry } = useParams();
  return <p>{`entry ${entry} of ${id}`}</p>;
}

function showRoutes(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route
          element={
            <section aria-label="Layout">
              <Outlet />
            </section>
          }
        >
          <Route path="/activity/:id" element={<p>list</p>} />
          <Route path="/activity/:id/:entry" element={<Entry />} />
        </Route>
        <Route path="/old" element={<Navigate to="/activity/wallet" replace state={{ a: 1 }} />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
      <Place />
    </MemoryRouter>,
  );
}

test.each([
  ['/activity/wallet', 'list'],
  ['/Activity/wallet/', 'list'],
  ['/activity/wallet/a%2Fb', 'entry a/b of wallet'],
  ['/activity/wallet/%E0%A4%A', 'entry %E0%A4%A of wallet'],
  ['/activity/wallet/a/more', 'elsewhere'],
])('at %s is: %s', (at, text) => {
  showRoutes(at);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryAllByRole('region', { name: 'Layout' })).toHaveLength(
    text === 'elsewhere' ? 0 : 1,
  );
});

test('a route may lead on to another at once', async () => {
  showRoutes('/old');
  await waitFor(() => expect(place()).toBe('/activity/wallet {"a":1}'));
});
