/** What `service/offline.py` writes before the worker's program. */
declare const RELEASE: string;
declare const FILES: string[];
