import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/tokens.css';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the panel');
createRoot(root).render(<StrictMode>Comanda</StrictMode>);
