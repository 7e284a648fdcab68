// To try it: dotnet run webhook-receive.cs (.NET 10 or later), or as the Program.cs of a console project.
using System;
using System.IO;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

static class Receiver
{
    static readonly string Secreto = Environment.GetEnvironmentVariable("SECRETO_FIRMA") ?? "";
    static readonly string Port = Environment.GetEnvironmentVariable("PORT") ?? "9000";

    static void Main()
    {
        // An empty key would accept what anybody signs with it.
        if (Secreto.Length != 64)
            throw new Exception("SECRETO_FIRMA has to be the secreto_firma of the webhook");
        Directory.CreateDirectory("recibidos");
        var listener = new HttpListener();
        listener.Prefixes.Add($"http://127.0.0.1:{Port}/");
        listener.Start();
        while (true)
        {
            var context = listener.GetContext();
            try
            {
                context.Response.StatusCode = Receive(context.Request);
                context.Response.Close();
            }
            catch (Exception error) when (error is IOException || error is HttpListenerException)
            {
                // Cut off or not stored: without an answer it comes again.
                context.Response.Abort();
            }
        }
    }

    static int Receive(HttpListenerRequest request)
    {
        var buffer = new MemoryStream();
        request.InputStream.CopyTo(buffer);
        var firma = Encoding.UTF8.GetBytes(request.Headers["X-Svc-Firma"] ?? "");
        // region
        // Over the bytes as they came: parsed and written again, they would no longer be the same.
        var body = buffer.ToArray();
        using var hmac = new HMACSHA256(Encoding.ASCII.GetBytes(Secreto));
        var hex = BitConverter.ToString(hmac.ComputeHash(body)).Replace("-", "").ToLowerInvariant();
        var isSigned = CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(hex), firma);
        // endregion
        if (!isSigned) return 401;
        using var parsed = JsonDocument.Parse(body);
        var evento = parsed.RootElement;
        var pedido = evento.GetProperty("datos").GetProperty("pedido");
        // An order that was invented for a test.
        if (pedido.GetProperty("id").GetString().StartsWith("ped_prueba", StringComparison.Ordinal))
            return 204;
        // The id names the file, so what comes again is not stored again. It gets its name once it is whole:
        // half a file, of a full disk or a crash, must not pass for the event. Anything slow is done later, from here.
        var file = Path.Combine("recibidos", evento.GetProperty("id").GetString() + ".json");
        if (File.Exists(file)) return 204;
        var part = $"{file}.{Guid.NewGuid()}.part";
        File.WriteAllBytes(part, body);
        File.Move(part, file);
        Console.WriteLine($"{evento.GetProperty("tipo")} {pedido.GetProperty("numero")}");
        return 204;
    }
}
