export const english = {
  registerTitle: "Make this device a terminal",
  registerIntro:
    "Scan the QR code of the registration sheet, or type the code below it. The organiser prints the sheet, or shows the code with: wristbank terminal code \"Bar 1\"",
  registerCode: "Registration code",
  register: "Register",
  registerCodeMalformed: "This is no registration code. It looks like 1b4e28ba-2fa1-41d2-883f-0016d3cca427.",
  scanCode: "Scan with the camera",
  scanStop: "Stop the camera",
  scanning: "Hold the QR code in front of the camera",
  cameraRefused: "The camera can't be used: the browser or the device does not allow it. Type the code instead.",
  cameraInsecure: "The camera works on pages with HTTPS alone. Type the code instead.",
  cameraMissing: "This device has no camera. Type the code instead.",
  terminalSignedOut: "This terminal is signed out",
  terminalSignedOutHint:
    "The organisers ended its registration, or another device took its place. It can be registered again with a new code.",
  terminalSignedOutOpen:
    "Bookings without an answer stay on this device. They are looked up once it is registered as the same terminal again.",
  registerAgain: "Register again",
  terminalWithoutTill: "This terminal has no till yet",
  terminalWithoutTillHint: "The organisers assign it one; this page notices by itself.",
  endRegistration: "End this registration",
  endRegistrationHint:
    "The device is no terminal any more, and the person who is signed in is signed out. It needs a new code to come back."
}
