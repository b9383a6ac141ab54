/** The page that checks receipts, which this server offers for download. */
export const CHECK_PAGE = '/receipt-check.html';
