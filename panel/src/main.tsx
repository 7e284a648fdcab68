import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { makeClient } from './api/client.ts';
import { App } from './app.tsx';
import { PANEL_ROOT } from './base-path.ts';
import { ToastProvider } from './parts/dialogs/toast.tsx';
import { ErrorBoundary } from './parts/states/error-boundary.tsx';
import './theme/index.css';

// Reloads a page that "back" brings from the browser's memory (bfcache): its user may have signed out since.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the panel');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={makeClient()}>
        <ToastProvider>
          <Router base={PANEL_ROOT}>
            <App />
          </Router>
        </ToastProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
