const root = document.getElementById('widget');
const { pageKey, parentOrigin, side, address } = JSON.parse(root.dataset.settings);
const isBuy = side === 'BUY';
const LOOK_EVERY_MS = 700;
const OVER = ['COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED', 'REFUNDED'];

postEvent('TRANSAK_WIDGET_INITIALISED', { status: true });
showAmount(isBuy ? '100' : '20', '');

/** Events are sent only to the page that frames this one. */
function postEvent(event_id, data) {
  if (window.parent !== window) window.parent.postMessage({ event_id, data }, parentOrigin);
}

async function request(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'x-page-key': pageKey, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const content = await response.json();
  return response.ok ? { ok: true, content } : { ok: false, message: content.message };
}

function showAmount(amount, error) {
  const input = element('input', { name: 'amount', inputMode: 'decimal', value: amount });
  const figures = element('dl');
  const form = element('form', {}, [
    element('label', {}, [isBuy ? 'You pay, US dollars' : 'You sell, USDC', input]),
    figures,
    element('p', { className: 'error', role: 'alert' }, [error]),
    element('button', {}, ['Continue']),
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const created = await request('POST', '/widget/orders', { amount: input.value });
    if (!created.ok) return showAmount(input.value, created.message);
    postEvent('TRANSAK_ORDER_CREATED', created.content);
    if (isBuy) return showCard(created.content, '');
    if (created.content.isRedirected) postEvent('TRANSAK_WALLET_REDIRECTION', created.content);
    return showDeposit(created.content);
  });
  const price = async () => {
    const quoted = await request('GET', `/widget/quote?amount=${encodeURIComponent(input.value)}`);
    const rows = quoted.ok
      ? [
          ['You receive', isBuy ? quoted.content.cryptoText : quoted.content.fiatText],
          ['Fee', quoted.content.feeText],
          ['Network', 'Polygon'],
          ['To', isBuy ? address : 'your bank'],
        ]
      : [];
    figures.replaceChildren(...listed(rows));
  };
  input.addEventListener('input', price);
  draw(isBuy ? 'Buy USDC' : 'Sell USDC', form);
  void price();
}

function showCard(order, error) {
  const card = element('input', { name: 'card', inputMode: 'numeric', autocomplete: 'off' });
  const form = element('form', {}, [
    element('label', {}, ['Card number', card]),
    element('p', {}, ['4111 1111 1111 1111 is accepted, 4000 0000 0000 0002 is declined.']),
    element('p', { className: 'error', role: 'alert' }, [error]),
    element('button', {}, [`Pay ${order.fiatText}`]),
  ]);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    showBank(order, card.value);
  });
  draw('Pay by card', form, cancelButton(order));
}

function showBank(order, card) {
  const confirm = element('button', { type: 'button' }, ['Yes, it is me']);
  confirm.addEventListener('click', async () => {
    const paid = await request('POST', `/widget/orders/${order.id}/pay`, { card });
    if (!paid.ok) return showCard(order, paid.message);
    if (paid.content.status === 'PROCESSING') postEvent('TRANSAK_ORDER_SUCCESSFUL', paid.content);
    return follow(paid.content);
  });
  draw('Your bank asks', element('p', {}, [`Do you pay ${order.fiatText}?`]), confirm);
}

function showDeposit(order) {
  const rows = [
    ['Send exactly', order.cryptoText],
    ['To', order.walletAddress],
    ['You receive', order.fiatText],
  ];
  draw(
    'Send your USDC',
    element('dl', {}, listed(rows)),
    element('p', {}, ['On Polygon, within 30 minutes.']),
    cancelButton(order),
  );
  return follow(order, true);
}

function cancelButton(order) {
  const button = element('button', { type: 'button', className: 'plain' }, ['Cancel the order']);
  button.addEventListener('click', async () => {
    const cancelled = await request('POST', `/widget/orders/${order.id}/cancel`);
    if (cancelled.ok) void follow(cancelled.content);
  });
  return button;
}

const titles = {
  PAYMENT_DONE_MARKED_BY_USER: 'We see your payment',
  PROCESSING: 'We see your payment',
  PENDING_DELIVERY_FROM_TRANSAK: isBuy ? 'Your USDC is on its way' : 'Your money is on its way',
  COMPLETED: isBuy ? 'Your USDC has arrived' : 'Your money is paid out',
  FAILED: 'The order failed',
  CANCELLED: 'The order is cancelled',
  EXPIRED: 'The order is over',
  REFUNDED: 'You got everything back',
};

/** Shows the progress of an order until it has ended. */
async function follow(order, isDrawn = false) {
  let last = isDrawn ? order.status : null;
  for (let now = order; ; ) {
    if (now.status !== last && titles[now.status]) {
      draw(titles[now.status], element('p', {}, [now.statusReason ?? '']));
      if (now.status === 'CANCELLED') postEvent('TRANSAK_ORDER_CANCELLED', now);
      if (now.status === 'FAILED') postEvent('TRANSAK_ORDER_FAILED', now);
    }
    last = now.status;
    if (OVER.includes(now.status)) return;
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
    const seen = await request('GET', `/widget/orders/${order.id}`);
    if (seen.ok) now = seen.content;
  }
}

function draw(title, ...parts) {
  root.replaceChildren(element('h1', {}, [title]), ...parts);
}

function listed(rows) {
  return rows.flatMap(([name, value]) => [element('dt', {}, [name]), element('dd', {}, [value])]);
}

function element(name, properties = {}, children = []) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
