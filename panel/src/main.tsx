import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { makeClient } from './api/client.ts';
import { App } from './app.tsx';
import { LangProvider } from './i18n/lang.tsx';
import { Safe } from './parts/safe.tsx';
import { ToastProvider } from './parts/toast.tsx';
import { PANEL_ROOT } from './place.ts';
import './theme/index.css';
import { ThemeProvider } from './theme/theme.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the panel');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <LangProvider>
        <Safe>
          <QueryClientProvider client={makeClient()}>
            <ToastProvider>
              <Router base={PANEL_ROOT}>
                <App />
              </Router>
            </ToastProvider>
          </QueryClientProvider>
        </Safe>
      </LangProvider>
    </ThemeProvider>
  </StrictMode>,
);
