export declare const rooms: ReadonlyArray<string>
export declare const standInUsers: ReadonlyArray<string>
export declare const filesOfProduct: (root: string) => ReadonlyArray<readonly [path: string, text: string]>
