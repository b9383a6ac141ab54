import { runProduct } from './running/run-product.ts';
import { readSettings } from './running/settings.ts';

// `npm start`: everything, with the built web app.
await runProduct(readSettings(), 'build');
