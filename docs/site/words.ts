import { both, inEachLanguage } from '../../src/contract/bilingual.ts';

/** The words that all pages share; the reference has its own. */
export const WORDS = inEachLanguage({
  language: both('Español', 'English'),
  guides: both('Guías', 'Guides'),
  menu: both('Menú', 'Menu'),
  reference: both('Referencia de la API', 'API reference'),
  document: both('Documento OpenAPI', 'OpenAPI document'),
  collection: both('Colección para Postman y Bruno', 'Collection for Postman and Bruno'),
  llms: both('Para asistentes: llms.txt', 'For assistants: llms.txt'),
  changelog: both('Novedades', 'Changelog'),
  changelogNote: both(
    'Lo que cada versión cambia para sus usuarios. En inglés.',
    'What each version changes for its users.',
  ),
  key: both('Crear una llave', 'Create a key'),
  skip: both('Ir al contenido', 'Skip to content'),
  previous: both('Anterior', 'Previous'),
  next: both('Siguiente', 'Next'),
  samples: both('Lenguaje del ejemplo', 'Language of the sample'),
  copy: both('Copiar', 'Copy'),
  copied: both('Copiado ✓', 'Copied ✓'),
  whole: both('El programa entero:', 'The whole program:'),
  search: both('Buscar', 'Search'),
  searchPlaceholder: both('Buscar en la documentación', 'Search the documentation'),
  results: both('Resultados', 'Results'),
  nothing: both(
    'Nada coincide con todas las palabras. Prueba con menos, o con el nombre de un campo.',
    'Nothing matches all of the words. Try fewer, or the name of a field.',
  ),
  searchKeys: both('↑ ↓ para elegir, Intro para abrir', '↑ ↓ to choose, Enter to open'),
  searchFailed: both('La búsqueda no se ha podido cargar.', 'The search could not be loaded.'),
  contents: both('Todo el contenido', 'All contents'),
  contentsNote: both(
    'Todas las páginas con sus apartados, y todas las operaciones y objetos de la API.',
    'Every page with its sections, and every operation and object of the API.',
  ),
  missing: both('No existe esta página', 'This page does not exist'),
  missingNote: both(
    'Busca arriba, o empieza por el inicio',
    'Search above, or start at the home page',
  ),
  home: both('inicio', 'home page'),
});
