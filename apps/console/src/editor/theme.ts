import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the colours of the page, light and dark: they are variables of the page. */
export const pageTheme = [
  EditorView.theme({
    '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '13px' },
    // The frame around the editor says where the focus is.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
    '.cm-content': { caretColor: 'var(--brass)', padding: '10px 0' },
    '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--text-2)', border: 'none' },
    '.cm-activeLine, .cm-activeLineGutter': {
      backgroundColor: 'color-mix(in srgb, var(--brass-soft) 35%, transparent)',
    },
    '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: 'var(--brass-soft) !important',
    },
    '.cm-cursor': { borderLeftColor: 'var(--brass)', borderLeftWidth: '2px' },
    '.cm-tooltip': {
      border: '1px solid var(--line-strong)',
      borderRadius: '7px',
      backgroundColor: 'var(--surface)',
      color: 'var(--text)',
      boxShadow: 'var(--shadow)',
      overflow: 'hidden',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '17em' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: 'var(--brass-fill)',
      color: 'var(--on-brass)',
    },
    'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
    '.cm-completionDetail': { marginLeft: '12px', color: 'var(--text-2)', fontStyle: 'normal' },
    '.cm-completionInfo': { maxWidth: '380px', padding: '8px 11px', font: '13px/1.45 var(--sans)' },
    '.cm-diagnostic': { padding: '5px 10px', font: '13px/1.45 var(--sans)', borderLeftWidth: '3px' },
    '.cm-panels': { backgroundColor: 'var(--surface-2)', color: 'var(--text)' },
    '.cm-panels button, .cm-panels input': { font: 'inherit', color: 'inherit' },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--brass)', fontWeight: '600' },
      { tag: tags.comment, color: 'var(--text-2)', fontStyle: 'italic' },
      { tag: [tags.string, tags.content], color: 'var(--text)' },
      { tag: [tags.number, tags.bool, tags.null, tags.keyword], color: 'var(--info)' },
      { tag: [tags.meta, tags.punctuation, tags.separator], color: 'var(--text-2)' },
    ]),
  ),
];
