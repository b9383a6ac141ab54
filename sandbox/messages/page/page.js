/* The page of the sandbox's messages. All message content is treated as text, never as markup. */
const list = document.querySelector('#messages');
const state = document.querySelector('#state');
const rest = document.querySelector('#rest');
const spoken = document.querySelector('#spoken');
const filter = document.querySelector('#filter');
const template = document.querySelector('#message');
const EVERY_MS = 1500;
const LISTED = 100;
const GONE = { Text: 'This message is not there any more.', HTML: '' };
const shown = new Map();

filter.value = new URLSearchParams(location.search).get('to') ?? '';
document.querySelector('#search').addEventListener('submit', (event) => event.preventDefault());
filter.addEventListener('input', () => refresh());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh();
});
setInterval(() => {
  if (!document.hidden) refresh();
}, EVERY_MS);
refresh();

async function refresh() {
  const wanted = filter.value.trim().replaceAll('"', '');
  try {
    const query = wanted === '' ? '' : `to:"${wanted}"`;
    const url = `/api/v1/search?limit=${LISTED}&query=${encodeURIComponent(query)}`;
    const response = await fetch(url, { cache: 'no-store' });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    const { messages, messages_count: count } = await response.json();
    if (filter.value.trim().replaceAll('"', '') !== wanted) return;
    draw(messages);
    const nothing = wanted === '' ? 'Nothing was sent yet.' : `Nothing was sent to ${wanted}.`;
    state.textContent = messages.length === 0 ? nothing : '';
    rest.textContent =
      count > LISTED ? `The newest ${LISTED} of ${count}. Type an address to find older ones.` : '';
  } catch {
    state.textContent = 'The sandbox does not answer. It is tried again by itself.';
  }
}

/** Existing items stay in place, so that nothing moves while the user reads. */
function draw(messages) {
  const ids = new Set(messages.map(({ ID }) => ID));
  for (const [id, item] of shown) {
    if (ids.has(id)) continue;
    item.remove();
    shown.delete(id);
  }
  let before = null;
  for (const message of messages.toReversed()) {
    const item = shown.get(message.ID) ?? makeItem(message);
    if (!shown.has(message.ID)) list.insertBefore(item, before);
    shown.set(message.ID, item);
    before = item;
  }
}

function makeItem(message) {
  const item = template.content.cloneNode(true).querySelector('li');
  const isSms = message.Tags.includes('sms');
  item.classList.toggle('is-sms', isSms);
  item.querySelector('.kind').textContent = isSms ? 'Text message' : 'E-mail';
  item.querySelector('.to').textContent = message.To.map(({ Address }) => Address).join(', ');
  const time = item.querySelector('time');
  time.dateTime = message.Created;
  time.textContent = new Date(message.Created).toLocaleString();
  item.querySelector('.subject').textContent = message.Subject;
  item.querySelector('.snippet').textContent = message.Snippet;
  const codes = new Set(message.Snippet.match(/(?<!\d)\d{6}(?!\d)/g) ?? []);
  for (const code of codes) item.querySelector('.codes').append(makeCode(code));
  item.querySelector('details').addEventListener('toggle', (event) => open(event.target, message));
  return item;
}

function makeCode(code) {
  const box = document.createElement('span');
  box.className = 'code';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', `Copy ${code}`);
  button.addEventListener('click', async () => {
    const isCopied = await navigator.clipboard.writeText(code).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied!' : 'Not allowed';
    spoken.textContent = isCopied ? `${code} is copied.` : 'The browser does not allow copying.';
    setTimeout(() => {
      button.textContent = 'Copy';
      spoken.textContent = '';
    }, 1500);
  });
  box.append(code, button);
  return box;
}

async function open(details, message) {
  const whole = details.querySelector('.whole');
  if (!details.open || whole.hasChildNodes()) return;
  const { Text, HTML } = await fetch(`/api/v1/message/${message.ID}`).then(
    (response) => (response.ok ? response.json() : GONE),
    () => GONE,
  );
  if (whole.hasChildNodes()) return;
  if (HTML) {
    const frame = document.createElement('iframe');
    frame.sandbox = '';
    frame.title = message.Subject;
    frame.src = `/view/${message.ID}.html`;
    whole.append(frame);
    return;
  }
  const text = document.createElement('pre');
  text.textContent = Text;
  whole.append(text);
}
